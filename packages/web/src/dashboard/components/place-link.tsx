/** A link to a location in the dashboard. A click on the link does not reload the page. */
import type { ComponentChildren } from 'preact';
import type { App } from '../app/app.ts';
import type { Place } from '../app/place.ts';

interface PlaceLinkProps {
  app: App;
  to: Place;
  class?: string;
  isCurrent?: boolean;
  label?: string;
  children: ComponentChildren;
}

export function PlaceLink({ app, to, isCurrent = false, label, children, ...rest }: PlaceLinkProps) {
  return (
    <a
      {...rest}
      href={app.href(to)}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        // The browser handles clicks that open a new tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        app.go(to);
      }}
    >
      {children}
    </a>
  );
}
