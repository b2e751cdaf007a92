/** The page after login. Only a path of this site is accepted, so that a link cannot lead elsewhere. */
export function safeReturnPath(wanted: string | undefined): string {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/';
  return wanted.startsWith('/login') || wanted.startsWith('/signup') ? '/' : wanted;
}
