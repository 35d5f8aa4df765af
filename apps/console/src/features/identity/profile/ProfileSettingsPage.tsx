import type { Flow } from '@quarterdeck/contract/identity';
import { Button, Callout, Skeleton } from '@quarterdeck/ui';
import { ArrowLeft, ArrowRight, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from '../../../lib/search-params.ts';
import { destinationOf } from '../addresses.ts';
import { FlowMessages } from '../flow/FlowMessages.tsx';
import { type FlowPage, useFlow } from '../flow/use-flow.ts';
import { BarePage } from '../layout/BarePage.tsx';
import { FieldSkeletons, FormFailure } from '../layout/PageStates.tsx';
import { SectionFrame } from './SectionFrame.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { hasContent, SettingsForm } from './SettingsForm.tsx';
import { groupsWithoutSection, isRecovered, SETTINGS_SECTIONS, sectionOfTexts } from './sections.ts';

/** Said where a section has nothing to offer. */
const EMPTY = { oidc: 'No sign-in provider is set up on this server.' } as const;

/** /profile-settings: the person's own account. Source: spec 3 §2.13. */
export function ProfileSettingsPage() {
  const [params] = useSearchParams();
  const page = useFlow('settings', { onDone: () => undefined });
  const { view } = page;
  const flow = view.status === 'ready' ? view.flow : undefined;
  const back = destinationOf(flow?.return_to ?? params.return_to, location.origin);
  const email = flow?.identity?.traits.email;
  return (
    <BarePage
      isWide
      title="Your profile"
      subtitle={email ?? ' '}
      aside={
        <Button variant="ghost" icon={ArrowLeft} href={back}>
          Go back
        </Button>
      }
    >
      {view.status === 'loading' && <SectionsSkeleton />}
      {view.status === 'failed' && <FormFailure error={view.error} onRetry={page.restart} />}
      {view.status === 'closed' && <Callout tone="accent">This is switched off on this server.</Callout>}
      {view.status === 'ready' && <Sections page={page} {...view} back={back} />}
    </BarePage>
  );
}

interface SectionsProps {
  page: FlowPage;
  flow: Flow;
  revision: number;
  isRefused: boolean;
  back: string;
}

function Sections({ page, flow, revision, isRefused, back }: SectionsProps) {
  const spoken = sectionOfTexts(flow);
  const recovered = isRecovered(flow);
  const [wasRecovered, setWasRecovered] = useState(recovered);
  useEffect(() => {
    if (recovered) setWasRecovered(true);
  }, [recovered]);
  const others = groupsWithoutSection(flow);
  const shared = { page, flow, revision, isRefused };
  return (
    <div className="id-sections">
      <FlowMessages notice={page.notice} messages={spoken === undefined ? flow.ui.messages : []} />
      {wasRecovered && flow.state === 'success' && flow.active === 'password' && (
        <Callout
          tone="healthy"
          icon={CircleCheck}
          actions={
            <Button variant="primary" iconEnd={ArrowRight} onClick={() => location.assign(back)}>
              Continue
            </Button>
          }
        >
          Your password is set. You are signed in.
        </Callout>
      )}
      {SETTINGS_SECTIONS.map((section) => (
        <SectionFrame
          key={section.id}
          id={section.id}
          title={section.title}
          lead={section.lead}
          messages={spoken === section.id ? flow.ui.messages : undefined}
        >
          {hasContent(flow, section.groups) ? (
            section.groups
              .filter((group) => hasContent(flow, [group]))
              .map((group) => (
                <SettingsForm
                  key={group}
                  section={section.id}
                  label={section.groups.length === 1 ? section.title : `${section.title}: ${group}`}
                  groups={[group]}
                  takesFocus={recovered ? section.id === 'password' : spoken === section.id && isRefused}
                  isPrimary={recovered && section.id === 'password'}
                  {...shared}
                  isSent={group === flow.active}
                  isRefused={isRefused && spoken === section.id}
                />
              ))
          ) : (
            <p className="id-hint">{section.id === 'oidc' ? EMPTY.oidc : 'This is not offered on this server.'}</p>
          )}
        </SectionFrame>
      ))}
      {others.length > 0 && (
        <SectionFrame id="other" title="Other" lead="">
          <SettingsForm section="other" label="Other" groups={others} takesFocus={false} {...shared} isSent />
        </SectionFrame>
      )}
      <SessionsSection revision={revision} />
    </div>
  );
}

/** What comes, and its height, so that nothing moves then. */
const AWAITED = {
  profile: { fields: 2, heightPx: 164 },
  password: { fields: 1, heightPx: 154 },
  oidc: { fields: 0, heightPx: 18 },
  lookup_secret: { fields: 0, heightPx: 28 },
  totp: { fields: 1, heightPx: 168 },
  webauthn: { fields: 1, heightPx: 124 },
} as const;

function SectionsSkeleton() {
  return (
    <div className="id-sections" role="status" aria-busy aria-label="Loading">
      {SETTINGS_SECTIONS.map(({ id, title, lead }) => (
        <SectionFrame key={id} id={id} title={title} lead={lead}>
          <div className="id-awaited" style={{ minHeight: AWAITED[id].heightPx }}>
            <FieldSkeletons count={AWAITED[id].fields} />
            <Skeleton width={96} height={28} />
          </div>
        </SectionFrame>
      ))}
    </div>
  );
}
