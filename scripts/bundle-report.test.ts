import { describe, expect, it } from 'vitest';
import { filesOf, type Manifest } from './bundle-report.ts';

const manifest: Manifest = {
  'index.html': { file: 'assets/index.js', css: ['assets/index.css'], imports: ['_shared.js'] },
  'page.tsx': { file: 'assets/page.js', css: ['assets/page.css'], imports: ['_shared.js', '_table.js'], isDynamicEntry: true },
  '_shared.js': { file: 'assets/shared.js', imports: ['_table.js'] },
  '_table.js': { file: 'assets/table.js', imports: ['_shared.js'] },
  'editor.tsx': { file: 'assets/editor.js', isDynamicEntry: true },
};

describe('the files of the first route', () => {
  it('are those of its entries with all they import, each once, without what is loaded later', () => {
    const { js, css } = filesOf(manifest, ['index.html', 'page.tsx']);
    expect([...js].sort()).toEqual(['assets/index.js', 'assets/page.js', 'assets/shared.js', 'assets/table.js']);
    expect([...css].sort()).toEqual(['assets/index.css', 'assets/page.css']);
  });

  it('cannot be told when the build lacks an entry', () => {
    expect(() => filesOf(manifest, ['gone.tsx'])).toThrow('gone.tsx');
  });
});
