interface Props {
  height: number;
  width?: string;
  mt?: number | 'sm';
  mb?: number;
  /** The loading message for screen readers; one is enough for many placeholders. */
  label?: string;
}

/** The placeholder of loading content. Plain CSS, because a loading table has a hundred of them. */
export function Skeleton({ height, width = '100%', mt = 0, mb = 0, label }: Props) {
  const style = { height, width, marginTop: mt === 'sm' ? 12 : mt, marginBottom: mb };
  return <span className="bone" style={style} {...(label ? { role: 'status', 'aria-label': label } : {})} />;
}
