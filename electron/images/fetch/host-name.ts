/** Whether a text is a host as URLs write it, with or without a port. */
export function isHost(text: string): boolean {
  const url = `https://${text}/`
  const plain = `http://${text}/`
  return URL.canParse(url) && (new URL(url).host === text || new URL(plain).host === text)
}
