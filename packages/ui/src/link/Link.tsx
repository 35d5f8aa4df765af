import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, type Ref, useContext, useMemo } from 'react';

interface LinkBehaviour {
  /** Called for a plain primary click on an internal address instead of a page load. */
  navigate?: (href: string) => void;
  /** Called when the pointer or focus reaches an internal link, to prepare its page. */
  onIntent?: (href: string) => void;
}

const LinkContext = createContext<LinkBehaviour>({});

export interface LinkProviderProps extends LinkBehaviour {
  children: ReactNode;
}

/** Connects every link of the design system to the application's router. */
export function LinkProvider({ navigate, onIntent, children }: LinkProviderProps) {
  const behaviour = useMemo(() => ({ navigate, onIntent }), [navigate, onIntent]);
  return <LinkContext value={behaviour}>{children}</LinkContext>;
}

/** Navigates through the router when one is provided, otherwise loads the page. */
export function useNavigateTo(): (href: string) => void {
  const { navigate } = useContext(LinkContext);
  return navigate ?? loadPage;
}

function loadPage(href: string): void {
  location.assign(href);
}

function isPlainClick(event: MouseEvent<HTMLAnchorElement>) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function isInternal(href: string | undefined): href is string {
  return href?.startsWith('/') === true && !href.startsWith('//');
}

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>;
}

/** An anchor. Internal addresses (`/…`) go through the router; modified clicks and foreign addresses stay with the browser. */
export function Link({ href, onClick, onPointerEnter, onFocus, target, ...rest }: LinkProps) {
  const { navigate, onIntent } = useContext(LinkContext);
  const internal = isInternal(href) && !target ? href : undefined;
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        if (internal) onIntent?.(internal);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        if (internal) onIntent?.(internal);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !internal || !navigate || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(internal);
      }}
    />
  );
}
