import { UserCodeSchema } from '@quarterdeck/contract/identity';
import { Button, TextField } from '@quarterdeck/ui';
import { type FormEvent, useState } from 'react';

export interface CodeFormProps {
  /** What is in the field at first. */
  code: string;
  isBusy: boolean;
  /** Why the last code did not do. */
  error: string | undefined;
  /** The code is another one than that which did not do. */
  onChange(): void;
  onSubmit(code: string): void;
}

/** Asks for the code that the program shows. */
export function CodeForm({ code, isBusy, error, onChange, onSubmit }: CodeFormProps) {
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
        error={problem ?? error}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
          onChange();
        }}
      />
      <Button type="submit" variant="primary" size="l" fullWidth loading={isBusy}>
        Continue
      </Button>
    </form>
  );
}
