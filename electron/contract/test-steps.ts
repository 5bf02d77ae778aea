/** What Test connection looks at, in this order. */
export const testSteps = ['address', 'network', 'certificate', 'path', 'key', 'user', 'answer'] as const
export type TestStep = (typeof testSteps)[number]
