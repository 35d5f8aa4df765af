import type { UiText } from '@quarterdeck/contract/identity';
import { Button, classNames, copyText } from '@quarterdeck/ui';
import { Copy, Download } from 'lucide-react';
import { lookupCodes } from './node-model.ts';

const FILE_NAME = 'quarterdeck-backup-recovery-codes.txt';

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}

/** Backup codes as a list that can be copied and kept as a file. */
export function LookupCodes({ label, text }: { label: string; text: UiText }) {
  const codes = lookupCodes(text);
  const unused = codes.filter(({ isUsed }) => !isUsed).map(({ text: code }) => code);
  return (
    <div className="id-codes">
      {label !== '' && <p className="id-hint">{label}</p>}
      <ol aria-label="Backup recovery codes">
        {codes.map(({ text: code, isUsed }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: used codes all read the same
          <li key={index} className={classNames(isUsed && 'is-used')}>
            {isUsed ? code : <code>{code}</code>}
          </li>
        ))}
      </ol>
      {unused.length > 0 && (
        <div className="id-actions">
          <Button icon={Copy} onClick={() => void copyText(unused.join('\n'))}>
            Copy codes
          </Button>
          <Button icon={Download} onClick={() => download(unused.join('\n'))}>
            Download
          </Button>
        </div>
      )}
    </div>
  );
}
