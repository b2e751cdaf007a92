interface Props {
  /** What it chooses. */
  label: string;
  checked: boolean;
  /** Some of what it stands for is chosen, and some not. */
  some?: boolean;
  disabled?: boolean;
  onChange: () => void;
}

/** A box to tick, the browser's own: a page of a thousand rows has a thousand of them. */
export function Tick({ label, checked, some = false, disabled = false, onChange }: Props) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = some;
      }}
      type="checkbox"
      className="tick"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  );
}
