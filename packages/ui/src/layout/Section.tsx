import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export interface SectionProps {
  title: ReactNode;
  children: ReactNode;
  /** Right end of the line: a count, a link, a button. */
  aside?: ReactNode;
  defaultOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Sections with the same group close each other. */
  group?: string;
  /** Leave out the inner padding, for tables and lists. */
  flush?: boolean;
}

/** A part of a panel or page that folds. */
export function Section({ title, children, aside, defaultOpen = true, open, onOpenChange, group, flush }: SectionProps) {
  return (
    <details
      className="qd-section"
      name={group}
      open={open ?? defaultOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) onOpenChange?.(event.currentTarget.open);
      }}
    >
      <summary>
        <ChevronRight aria-hidden />
        {title}
        {aside !== undefined && <span className="is-aside">{aside}</span>}
      </summary>
      <div className={flush ? undefined : 'is-in'}>{children}</div>
    </details>
  );
}

export interface AccordionProps {
  /** Sections of which one is open at a time. */
  items: readonly (Omit<SectionProps, 'group' | 'children'> & { id: string; content: ReactNode })[];
  /** Shared name; unique on the page. */
  name: string;
}

/** Sections that close each other. */
export function Accordion({ items, name }: AccordionProps) {
  return items.map(({ id, content, defaultOpen = false, ...rest }) => (
    <Section key={id} {...rest} defaultOpen={defaultOpen} group={name}>
      {content}
    </Section>
  ));
}
