import { type ComponentType, createElement, lazy, type ReactElement, useState } from 'react';

/** Code that is loaded later did not come. Loading it again is of no use in the same page: a browser remembers the failure. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';

  constructor(cause: unknown) {
    super('This part of the console could not be loaded. The server is away, or was updated meanwhile.', { cause });
  }
}

/** Loads code. @throws {PartNotLoaded} */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    throw new PartNotLoaded(error);
  }
}

export interface LazyPart<Props> {
  (props: Props): ReactElement;
  /** Starts loading; a failure is tried again when the part is drawn, where an error boundary can show it. */
  preload(): void;
}

/**
 * A component whose code loads when it is first drawn. Once it is loaded it is drawn at once: a lazy component
 * alone would wait for a turn even then, and lose what is typed meanwhile.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const remember = async () => {
    loaded = await loadPart(load);
    return loaded;
  };
  const Later: ComponentType<Props> = lazy(async () => ({ default: await remember() }));
  // biome-ignore lint/correctness/noComponentHookFactories: made once for every part, when its module loads
  function Part(props: Props) {
    // Chosen once, so that a part that is drawn keeps its state when its code is asked for again.
    const [Drawn] = useState(() => loaded ?? Later);
    return createElement(Drawn, props);
  }
  return Object.assign(Part, { preload: () => void remember().catch(() => undefined) });
}
