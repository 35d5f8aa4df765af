import { spawn } from 'node:child_process';
import type { RequestListener } from 'node:http';

/** Serves the bare repositories of a folder by git's own HTTP program, to who sends this login. */
export function gitListener(folder: string, login: { username: string; password: string }): RequestListener {
  const expected = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`;
  return (request, response) => {
    if (request.headers.authorization !== expected)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const env = {
      PATH: process.env.PATH ?? '',
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method ?? 'GET',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    };
    const program = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    request.pipe(program.stdin);
    const chunks: Buffer[] = [];
    program.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    return program.once('close', () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf('\r\n\r\n');
      const headers = output
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
      const status = Number(headers.find(([name]) => name.toLowerCase() === 'status')?.[1].slice(0, 3) ?? 200);
      response.writeHead(status, Object.fromEntries(headers)).end(output.subarray(end + 4));
    });
  };
}
