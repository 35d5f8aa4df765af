import './identity.css';
import { classNames, Logo } from '@quarterdeck/ui';
import { type ReactNode, useEffect } from 'react';
import { FRONTEND_VERSION } from '../../../lib/version.ts';
import { FootStrip } from './FootStrip.tsx';

export interface BarePageProps {
  title: string;
  /** In the title of the window. Default: the title. */
  windowTitle?: string;
  /** Line under the title. Default: the host that is signed in to; `null` leaves it out. */
  subtitle?: ReactNode;
  /** Wide pages begin at the top; others stand in the middle. */
  isWide?: boolean;
  /** Right end of the line of the mark. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page without the frame of the console: mark, title, content, and the foot with the version. */
export function BarePage({
  title,
  windowTitle = title,
  subtitle = location.host,
  isWide = false,
  aside,
  children,
}: BarePageProps) {
  useEffect(() => {
    document.title = `${windowTitle} · Quarterdeck`;
  }, [windowTitle]);
  return (
    <div className={classNames('id-page', isWide && 'is-wide')}>
      <main className="id-box" id="main">
        <div className="id-brand">
          <Logo size={28} />
          {aside !== undefined && <div className="id-aside">{aside}</div>}
        </div>
        <h1>{title}</h1>
        {subtitle !== null && <p className="id-subtitle">{subtitle}</p>}
        {children}
      </main>
      <footer className="id-foot">
        {!isWide && <FootStrip />}
        <div className="id-foot-line">
          <span>Quarterdeck {FRONTEND_VERSION}</span>
          <span>Times in UTC</span>
        </div>
      </footer>
    </div>
  );
}
