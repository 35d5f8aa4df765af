import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A ref to the value of the last committed render, for handlers that have to stay the same. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
