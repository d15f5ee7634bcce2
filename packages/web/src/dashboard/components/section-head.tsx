/** The heading of a section. The heading gets the focus when the section is opened. */
import type { ComponentChildren } from 'preact';

interface SectionHeadProps {
  title: string;
  lead?: string;
  children?: ComponentChildren;
}

export function SectionHead({ title, lead, children }: SectionHeadProps) {
  return (
    <header class="dash-head">
      <div>
        <h1 id="section-title" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="note">{lead}</p>}
      </div>
      {children}
    </header>
  );
}
