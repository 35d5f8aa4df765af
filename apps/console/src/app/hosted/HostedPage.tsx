import { Logo } from '@quarterdeck/ui';
import { type ReactNode, useEffect } from 'react';
import './hosted.css';

/** A page of the hosted sign-in, without the frame of the console. */
export function HostedPage({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Quarterdeck`;
  }, [title]);
  return (
    <main className="app-page">
      <div className="hosted-box">
        <Logo size={28} />
        <h1>{title}</h1>
        {text !== undefined && <p>{text}</p>}
        {children}
      </div>
    </main>
  );
}
