/** Where to go after login. Anything but a path of this site is refused, so that a link cannot lead elsewhere. */
export function safeReturnPath(wanted: string | undefined): string {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || wanted.includes('\\')) return '/';
  return wanted.startsWith('/login') || wanted.startsWith('/signup') ? '/' : wanted;
}
