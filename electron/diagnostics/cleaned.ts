export interface CleaningDeps {
  /** Takes out the secrets of this run. */
  redact: (text: string) => string
  /** The person's own folder, whose path holds their name. */
  homeFolder: string
}

/** A text without secrets, passwords in addresses and the name of the person's folder. */
export function cleaned(text: string, { redact, homeFolder }: CleaningDeps): string {
  const homes = [homeFolder, JSON.stringify(homeFolder).slice(1, -1)].filter((home) => home.length > 1)
  const homeless = homes.reduce((current, home) => current.replaceAll(home, '~'), text)
  return redact(homeless.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, '$1[redacted]@'))
}
