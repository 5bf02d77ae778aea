/** What is shipped and under which licences, found when the app is built (scripts/licences.ts). */
declare module 'virtual:licences' {
  const packages: { name: string; version: string; licence: string; text: string }[]
  export default packages
}
