/** Titles and descriptions of the PDF tools in German. */
import type { PdfToolMessages } from './messages.ts';

export const de: PdfToolMessages = {
  compress_title: 'PDF verkleinern',
  compress_lead:
    'Eine PDF-Datei verkleinern: mit einer Qualität oder einer Größe, die sie nicht überschreiten darf.',
  merge_title: 'PDF zusammenfügen',
  merge_lead: 'Mehrere PDFs oder andere Dokumente in gewählter Reihenfolge zu einem PDF verbinden.',
  split_title: 'PDF teilen',
  split_lead: 'Ein PDF nach Seiten, Lesezeichen oder Größe in mehrere Dateien teilen.',
  organize_title: 'PDF-Seiten ordnen',
  organize_lead: 'Seiten eines PDFs auswählen, umordnen und drehen.',
  layout_title: 'Seitenlayout',
  layout_lead:
    'Mehrere Seiten auf ein Blatt setzen, eine Broschüre erzeugen, Seiten beschneiden oder das Papierformat ändern.',
  stamp_title: 'Wasserzeichen einfügen',
  stamp_lead: 'Einen Text oder ein Bild auf die Seiten eines PDFs setzen.',
  number_title: 'PDF-Seiten nummerieren',
  number_lead: 'Seitenzahlen, Kopf- und Fußzeilen in ein PDF einfügen.',
  compare_title: 'PDFs vergleichen',
  compare_lead: 'Die Unterschiede zwischen zwei PDFs nebeneinander zeigen: Wörter und Bereiche.',
  redact_title: 'PDF schwärzen',
  redact_lead:
    'Wörter, Nummern oder Bereiche aus einem PDF entfernen. Der Inhalt wird gelöscht, nicht verdeckt.',
  fill_title: 'PDF-Formular ausfüllen',
  fill_lead: 'Werte in die Felder eines PDF-Formulars schreiben oder die Felder in normalen Text umwandeln.',
  sign_title: 'PDF signieren',
  sign_lead: 'Mit einem eigenen Zertifikat (PKCS#12) digital signieren.',
  protect_title: 'PDF schützen',
  protect_lead: 'Ein PDF mit einem Passwort verschlüsseln oder Drucken, Kopieren und Ändern einschränken.',
  unlock_title: 'PDF entsperren',
  unlock_lead: 'Das Passwort eines PDFs entfernen. Das Passwort muss bekannt sein.',
  ocr_title: 'Texterkennung für PDF',
  ocr_lead: 'Den Text gescannter Seiten erkennen, damit er durchsucht und kopiert werden kann.',
  archive_title: 'PDF in PDF/A',
  archive_lead: 'Ein PDF in PDF/A umwandeln, das Format für Archive.',
  clean_title: 'PDF-Metadaten entfernen',
  clean_lead: 'Autoren, Daten und Programme aus einem PDF entfernen.',
};
