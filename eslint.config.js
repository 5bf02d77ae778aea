import vueI18n from '@intlify/eslint-plugin-vue-i18n'
import prettier from 'eslint-config-prettier'
import pluginVue from 'eslint-plugin-vue'
import { configureVueProject, defineConfigWithVueTs, vueTsConfigs } from '@vue/eslint-config-typescript'
import { globalIgnores } from 'eslint/config'
import ts from 'typescript'

/**
 * Of a component the type-aware rules see its script alone, and so must who looks at the components that come later. With other
 * texts on the disk each one would change the program, and all types were worked out anew: that was two fifths of the time.
 */
const readFile = ts.sys.readFile
ts.sys.readFile = (path, encoding) => {
  const text = readFile(path, encoding)
  return path.endsWith('.vue') ? text?.match(/<script[^>]*>(.*?)<\/script>/s)?.[1] : text
}

configureVueProject({ rootDir: import.meta.dirname })

/** A package that one place alone may load, so that it can be replaced, faked or audited there. */
const owned = [
  { name: 'axios', only: 'electron/api' },
  { name: 'keytar', only: 'electron/credentials' },
  { name: 'pg', only: 'electron/team/carriers/postgres' },
  { name: 'saxes', only: 'electron/team/carriers/webdav' },
  { name: 'sharp', only: 'electron/images/decode/raster.ts, in the decoder’s process,' },
  { name: 'node:sqlite', only: 'what runs in the threads of databases' }
]

/** What runs in the threads of databases. */
const threadRooms = [
  'electron/database/**',
  'electron/catalog/{db,write,read,sort,search}/**',
  'electron/images/disk/**',
  'electron/reviews/{db,write,read,recovery,sharing,team}/**',
  'electron/{quality,history,export,publishing}/worker/**'
]
const restricted = (...allowed) => [
  'error',
  {
    paths: owned
      .filter(({ name }) => !allowed.includes(name))
      .map(({ name, only }) => ({ name, message: `Only ${only} may load ${name}.` }))
  }
]

/** Where the texts are and in which syntax, for the rules that compare them with their uses. */
const messages = {
  localeDir: {
    pattern: './renderer/shared/i18n/*/*.json',
    localeKey: 'path',
    localePattern: /^.*\/(?<locale>[a-z]{2})\/.*\.json$/
  },
  messageSyntaxVersion: '^11.0.0'
}

const code = defineConfigWithVueTs(
  globalIgnores(['out/', 'dist/', '.vitrine/', 'shots/', 'test-results/', 'playwright-report/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  pluginVue.configs['flat/recommended'],
  vueTsConfigs.strictTypeChecked,
  vueTsConfigs.stylisticTypeChecked,
  {
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      'no-restricted-imports': restricted(),
      eqeqeq: 'error',
      'no-console': 'error'
    }
  },
  // The owners of a package, and the edges where a value enters untyped and is cast once.
  {
    files: ['electron/api/**', 'tests/unit/api/**'],
    rules: { 'no-restricted-imports': restricted('axios') }
  },
  {
    files: ['electron/credentials/**', 'tests/unit/credentials/**', 'tests/unit/app/**', 'tests/e2e/**'],
    rules: { 'no-restricted-imports': restricted('keytar') }
  },
  {
    files: [
      'electron/images/decode/raster.ts',
      'scripts/demo-store/**',
      'tests/unit/images/**',
      'tests/unit/demo/**',
      'tests/package/**',
      'tests/support/**'
    ],
    rules: { 'no-restricted-imports': restricted('sharp') }
  },
  {
    files: ['electron/team/carriers/postgres/**', 'tests/unit/team/carriers/**', 'tests/support/servers/**'],
    rules: { 'no-restricted-imports': restricted('pg') }
  },
  {
    files: ['electron/team/carriers/webdav/**'],
    rules: { 'no-restricted-imports': restricted('saxes') }
  },
  // A row of SQLite is typed by the statement that asks for it.
  {
    files: [
      ...threadRooms,
      'electron/{catalog,reviews}/*.ts',
      'tests/unit/quality/**',
      'tests/unit/catalog/**',
      'tests/unit/database/**',
      'tests/unit/reviews/**',
      'tests/unit/team/*.ts',
      'tests/unit/publishing/**',
      'tests/e2e/team.spec.ts',
      'tests/bench/**',
      'tests/torture/**'
    ],
    rules: {
      'no-restricted-imports': restricted('node:sqlite'),
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }]
    }
  },
  {
    files: ['tests/bench/**', 'tests/unit/images/**', 'tests/support/open-files.ts'],
    rules: { 'no-restricted-imports': restricted('node:sqlite', 'sharp') }
  },
  // A longer file has more than one subject.
  {
    files: ['electron/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.vue'],
    rules: { 'max-lines': ['error', { max: 350 }] }
  },
  // Electron stays at the edges, so that all else runs and is tested without it; one place alone answers calls.
  {
    files: ['electron/**/*.ts', 'renderer/**/*.ts', 'renderer/**/*.vue'],
    ignores: [
      'electron/main.ts',
      'electron/start.ts',
      'electron/start-headless.ts',
      'electron/preload.ts',
      'electron/ipc/**',
      'electron/window/**'
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'electron',
              message: 'Only main, preload, ipc and window may load electron.',
              allowTypeImports: true
            }
          ]
        }
      ]
    }
  },
  {
    files: ['electron/**/*.ts'],
    ignores: ['electron/ipc/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "ImportSpecifier[imported.name='ipcMain']", message: 'Only electron/ipc uses ipcMain.' }
      ]
    }
  },
  {
    files: ['renderer/**/*.ts', 'renderer/**/*.vue'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.callee.name='until'] Property[key.name='timeout']",
          message: 'It goes on after its answer, also when its page has gone: use waitUntil.'
        }
      ]
    }
  },
  // Windows renames and deletes nothing that somebody has open.
  {
    files: threadRooms,
    ignores: ['electron/database/file-operations.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportSpecifier[imported.name=/^(renameSync|rmSync|rmdirSync|unlinkSync)$/]',
          message:
            'Only database/file-operations.ts renames and deletes: it tries again while a file is open.'
        }
      ]
    }
  },
  {
    files: ['renderer/bridge/**', 'tests/**'],
    rules: { '@typescript-eslint/consistent-type-assertions': 'off' }
  },
  { files: ['tests/shell/**', 'scripts/**'], rules: { 'no-console': 'off' } },
  {
    files: ['tests/**/*.ts'],
    ignores: ['tests/support/eventually.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['waitFor', 'waitUntil'].map((property) => ({
          object: 'vi',
          property,
          message: 'It gives up after a second, which a busy machine needs: use eventually.'
        }))
      ]
    }
  },
  {
    files: ['**/*.vue'],
    rules: {
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/define-macros-order': 'error',
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/enforce-style-attribute': ['error', { allow: ['scoped'] }],
      'vue/no-static-inline-styles': 'error',
      // An optional prop is `undefined`, its type says so.
      'vue/require-default-prop': 'off',
      '@typescript-eslint/no-useless-default-assignment': 'off'
    }
  },
  {
    files: ['renderer/**/*.vue', 'renderer/**/*.ts'],
    plugins: { '@intlify/vue-i18n': vueI18n },
    settings: { 'vue-i18n': messages },
    rules: {
      '@intlify/vue-i18n/no-raw-text': ['error', { ignorePattern: '^[-–—·…#:()&+/×%\\s\\d]+$' }],
      '@intlify/vue-i18n/no-missing-keys': 'error',
      '@intlify/vue-i18n/no-v-html': 'error'
    }
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' }
  },
  {
    // Electron loads what is named on its command line (-r) as CommonJS.
    files: ['tests/e2e/support/hooks/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' }
  },
  prettier
)

/** A configuration without files would also reach the message files, which no rule for code can read. */
const codeFiles = ['**/*.{js,mjs,cjs,ts,vue}']
const isGlobal = (config) => Object.keys(config).every((key) => key === 'ignores' || key === 'name')

export default [
  ...code.map((config) => (config.files || isGlobal(config) ? config : { ...config, files: codeFiles })),
  ...vueI18n.configs.base.filter(({ files }) => files?.includes('**/*.json')),
  {
    files: ['renderer/shared/i18n/**/*.json'],
    plugins: { '@intlify/vue-i18n': vueI18n },
    settings: { 'vue-i18n': messages },
    // That every text is in use is a unit test: the rule for it takes longer than all others together.
    rules: {
      '@intlify/vue-i18n/valid-message-syntax': 'error',
      '@intlify/vue-i18n/no-html-messages': 'error'
    }
  }
]
