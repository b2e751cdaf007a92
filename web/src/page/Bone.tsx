interface Props {
  height: number;
  width?: string;
  mt?: number | 'sm';
  mb?: number;
  /** What is on its way, for who cannot see the shape; said once for many. */
  label?: string;
}

/** The shape of what is on its way. Plain CSS: a waiting table has a hundred of them. */
export function Bone({ height, width = '100%', mt = 0, mb = 0, label }: Props) {
  const style = { height, width, marginTop: mt === 'sm' ? 12 : mt, marginBottom: mb };
  return <span className="bone" style={style} {...(label ? { role: 'status', 'aria-label': label } : {})} />;
}
