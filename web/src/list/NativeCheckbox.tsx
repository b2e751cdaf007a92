interface Props {
  /** The accessible name of the choice. */
  label: string;
  checked: boolean;
  /** Only some of the covered items are selected. */
  some?: boolean;
  disabled?: boolean;
  onChange: () => void;
}

/** The browser's own checkbox: a page of a thousand rows has a thousand of them. */
export function NativeCheckbox({ label, checked, some = false, disabled = false, onChange }: Props) {
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
