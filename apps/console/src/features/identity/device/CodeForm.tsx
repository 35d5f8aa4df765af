import { UserCodeSchema } from '@quarterdeck/contract/identity';
import { Button, Callout, TextField } from '@quarterdeck/ui';
import { type FormEvent, useState } from 'react';

export interface CodeFormProps {
  /** What is in the field at first. */
  code: string;
  isBusy: boolean;
  /** Why the last code did not do. */
  error: string | undefined;
  onSubmit(code: string): void;
}

/** Asks for the code that the program shows. */
export function CodeForm({ code, isBusy, error, onSubmit }: CodeFormProps) {
  const [text, setText] = useState(code);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = UserCodeSchema.safeParse(text);
    setProblem(read.success ? undefined : 'The code has eight letters, such as BCDF-GHJK.');
    if (read.success) onSubmit(read.data);
  };
  return (
    <form className="id-body" noValidate onSubmit={submit}>
      <TextField
        label="Code"
        help="The program shows it in its window."
        size="l"
        mono
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <div role="alert">{error !== undefined && problem === undefined && <Callout tone="unhealthy">{error}</Callout>}</div>
      <Button type="submit" variant="primary" size="l" fullWidth loading={isBusy}>
        Continue
      </Button>
    </form>
  );
}
