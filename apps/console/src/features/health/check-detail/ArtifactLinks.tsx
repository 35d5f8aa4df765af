import { artifactHref } from '@quarterdeck/client';
import type { CheckArtifactRow } from '@quarterdeck/contract/health';
import { Button, formatBytes, Popover } from '@quarterdeck/ui';

/** Opens the files of one result, each a download. */
export function ArtifactLinks({ artifacts }: { artifacts: readonly CheckArtifactRow[] }) {
  if (artifacts.length === 0) return null;
  const count = `${artifacts.length} ${artifacts.length === 1 ? 'file' : 'files'}`;
  return (
    <Popover label="Files of this result" align="end" trigger={<Button size="s">{count}</Button>}>
      <ul className="qc-artifacts">
        {artifacts.map(({ id, filename, size }) => (
          <li key={id}>
            <a href={artifactHref(id)} download={filename}>
              {filename}
            </a>
            <span className="qd-small qd-soft">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
