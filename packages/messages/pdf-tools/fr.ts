/** Titles and descriptions of the PDF tools in French. */
import type { PdfToolMessages } from './messages.ts';

export const fr: PdfToolMessages = {
  compress_title: 'Compresser un PDF',
  compress_lead: 'Réduisez un PDF : choisissez une qualité ou la taille à ne pas dépasser.',
  merge_title: 'Fusionner des PDF',
  merge_lead: 'Réunissez plusieurs PDF ou autres documents en un seul PDF, dans l’ordre choisi.',
  split_title: 'Diviser un PDF',
  split_lead: 'Divisez un PDF en plusieurs fichiers, par pages, signets ou taille.',
  organize_title: 'Organiser les pages d’un PDF',
  organize_lead: 'Choisissez, réordonnez et pivotez les pages d’un PDF.',
  layout_title: 'Mise en page',
  layout_lead:
    'Placez plusieurs pages par feuille, créez un livret, rognez les pages ou changez le format du papier.',
  stamp_title: 'Filigrane PDF',
  stamp_lead: 'Placez un texte ou une image sur les pages d’un PDF.',
  number_title: 'Numéroter les pages d’un PDF',
  number_lead: 'Ajoutez des numéros de page, des en-têtes et des pieds de page.',
  compare_title: 'Comparer deux PDF',
  compare_lead: 'Affichez côte à côte les différences entre deux PDF : mots et zones.',
  redact_title: 'Caviarder un PDF',
  redact_lead: 'Supprimez des mots, des numéros ou des zones d’un PDF. Le contenu est effacé, pas masqué.',
  fill_title: 'Remplir un formulaire PDF',
  fill_lead:
    'Écrivez des valeurs dans les champs d’un formulaire PDF, ou transformez ses champs en texte ordinaire.',
  sign_title: 'Signer un PDF',
  sign_lead: 'Ajoutez une signature numérique avec votre certificat (PKCS#12).',
  protect_title: 'Protéger un PDF',
  protect_lead:
    'Chiffrez un PDF avec un mot de passe, ou limitez l’impression, la copie et les modifications.',
  unlock_title: 'Déverrouiller un PDF',
  unlock_lead: 'Supprimez le mot de passe d’un PDF. Vous devez le connaître.',
  ocr_title: 'OCR de PDF',
  ocr_lead: 'Reconnaissez le texte des pages numérisées pour pouvoir le rechercher et le copier.',
  archive_title: 'PDF en PDF/A',
  archive_lead: 'Convertissez un PDF en PDF/A, le format d’archivage.',
  clean_title: 'Supprimer les métadonnées d’un PDF',
  clean_lead: 'Supprimez les auteurs, les dates et les programmes d’un PDF.',
};
