const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;

/** Shows that a step is under way: a moving line in a terminal, one line at each end elsewhere. */
export function startStep(title, stream = process.stdout) {
  const from = performance.now();
  const elapsed = () => `${((performance.now() - from) / 1000).toFixed(0)} s`;
  let frame = 0;
  let timer;
  if (stream.isTTY) {
    timer = setInterval(() => {
      stream.write(`\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${title}… ${elapsed()}`);
    }, FRAME_MS);
  } else {
    stream.write(`· ${title}…\n`);
  }
  return {
    end(isGood) {
      clearInterval(timer);
      const mark = isGood ? '✓' : '✗';
      stream.write(`${stream.isTTY ? '\r\x1b[K' : ''}${mark} ${title} (${elapsed()})\n`);
    },
  };
}
