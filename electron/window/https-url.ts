/** The address in its normal form when it is a plain https one; null for any other scheme or a password in it. */
export function httpsUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return url.href
}
