/** What is shipped and under which licenses, found when the app is built (scripts/licenses.ts). */
declare module 'virtual:licenses' {
  const packages: { name: string; version: string; license: string; text: string }[]
  export default packages
}
