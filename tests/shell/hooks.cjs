// Maps the module `electron` to the stand-in, for import, require and worker threads. Loaded by --require, because
// workers inherit it in every form: --import misses eval workers, and a registration at run time misses all of them.
const { registerHooks } = process.getBuiltinModule('node:module')
const { pathToFileURL } = process.getBuiltinModule('node:url')
const { join } = process.getBuiltinModule('node:path')

const standIn = pathToFileURL(join(__dirname, 'electron.ts')).href
const names = new Set(['electron', 'electron/main', 'electron/common'])

registerHooks({
  resolve: (specifier, context, next) =>
    names.has(specifier) ? { url: standIn, shortCircuit: true } : next(specifier, context)
})
