import { Button, Code, Dialog, Link } from '@quarterdeck/ui';
import { Download } from 'lucide-react';

const FILE = '/api/kubeconfig';
const COMMANDS = `export KUBECONFIG=~/Downloads/quarterdeck-kubeconfig.yaml
kubectl get canaries --all-namespaces`;

/** How to reach the server's clusters with kubectl. Source: spec 1 §2. */
export function KubeconfigDialog({ onClose }: { onClose(): void }) {
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
          <Button variant="primary" icon={Download} onClick={() => window.open(FILE, '_blank', 'noopener')}>
            Download kubeconfig
          </Button>
        </li>
        <li>
          <b>Use it with kubectl</b>
          <p>Then list the canaries to see that it works.</p>
          <Code text={COMMANDS} language="text" label="Commands" numbers={false} />
        </li>
      </ol>
    </Dialog>
  );
}
