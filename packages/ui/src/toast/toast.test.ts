import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pauseToasts, readToasts, resumeToasts, toast } from './toast.ts';

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const { id } of readToasts()) toast.dismiss(id);
    vi.useRealTimers();
  });

  it('leave after five seconds', () => {
    toast.success('Saved');
    vi.advanceTimersByTime(4999);
    expect(readToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(readToasts()).toHaveLength(0);
  });

  it('wait while someone points at them', () => {
    toast.error('Failed');
    vi.advanceTimersByTime(3000);
    pauseToasts();
    vi.advanceTimersByTime(60_000);
    expect(readToasts()).toHaveLength(1);
    resumeToasts();
    vi.advanceTimersByTime(2000);
    expect(readToasts()).toHaveLength(0);
  });

  it('offer to undo', () => {
    const undo = vi.fn();
    toast.undo('sftp-leeds deleted successfully', undo);
    readToasts()[0]?.action?.onClick();
    expect(undo).toHaveBeenCalledOnce();
    expect(readToasts()[0]?.action?.label).toBe('Undo');
  });

  it('show at most four, the newest', () => {
    for (const title of ['a', 'b', 'c', 'd', 'e']) toast.info(title, { durationMs: 0 });
    expect(readToasts().map(({ title }) => title)).toEqual(['b', 'c', 'd', 'e']);
  });
});
