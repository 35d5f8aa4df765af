import '../src/styles.css';
import './gallery.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LinkProvider, ThemeProvider, Toaster } from '../src/index.ts';
import { EditorPage } from './EditorPage.tsx';
import { HealthPage } from './HealthPage.tsx';
import { SheetPage } from './SheetPage.tsx';

const theme = new URLSearchParams(location.search).get('theme');
if (theme === 'dark' || theme === 'light') localStorage.setItem('quarterdeck.theme', theme);

function pageOf(path: string) {
  if (path.startsWith('/sheet')) return <SheetPage />;
  if (path.startsWith('/editor')) return <EditorPage />;
  return <HealthPage path={path} />;
}

function Gallery() {
  const [path, setPath] = useState(location.hash.slice(1) || '/health');
  const navigate = (href: string) => {
    location.hash = href;
    setPath(href);
  };
  return (
    <LinkProvider navigate={navigate}>
      <ThemeProvider>
        {pageOf(path)}
        <Toaster />
      </ThemeProvider>
    </LinkProvider>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
}
