/** The heading of a section, which takes the focus when a person comes to it. */
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
