import { Button, Code, Dialog, Link } from '@quarterdeck/ui';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { client } from '../../lib/client.ts';
import { FailureNote } from '../../lib/FailureNote.tsx';
import { useDenial } from '../../lib/permissions.ts';

const FILE_NAME = 'quarterdeck-kubeconfig.yaml';
const COMMANDS = `export KUBECONFIG=~/Downloads/${FILE_NAME}
kubectl get canaries --all-namespaces`;

function saveFile(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(url);
}

/** How to reach the server's clusters with kubectl. Source: spec 1 §2. */
export function KubeconfigDialog({ onClose }: { onClose(): void }) {
  const denial = useDenial({ resource: 'database', right: 'write' });
  const download = useMutation({ mutationFn: () => client.auth.kubeconfig(), onSuccess: saveFile, gcTime: 0 });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Download and install kubeconfig"
      width={560}
      footer={
        <>
          <span>
            <Link className="qd-link" href="/docs" onClick={onClose}>
              Learn more
            </Link>
          </span>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <ol className="app-steps">
        <li>
          <b>Download the file</b>
          <p>It holds an access token of its own: whoever has the file has your rights.</p>
          <Button
            variant="primary"
            icon={Download}
            loading={download.isPending}
            disabledReason={denial}
            onClick={() => download.mutate()}
          >
            Download kubeconfig
          </Button>
          {download.error !== null && <FailureNote error={download.error} />}
        </li>
        <li>
          <b>Use it with kubectl</b>
          <p>Then list the canaries to see that it works.</p>
          <Code text={COMMANDS} language="text" label="Commands" numbers={false} wrap />
        </li>
      </ol>
    </Dialog>
  );
}
