import { Fault } from './fault.ts'

/**
 * Packages that an installation can leave out (`npm ci --omit=peer`), because they are large and
 * few tools need them. A clone has all of them. Each stands in `peerDependencies` with its version:
 * npm leaves out an optional dependency without a word where its own Node is too old for it, or
 * where a download fails.
 */
export const ENGINES = {
  browser: {
    title: 'headless browser: rendered pages, screenshots, PDF from HTML',
    packages: ['playwright-core', '@sparticuz/chromium', 'tar-fs'],
  },
  charts: { title: 'charts as pictures', packages: ['vega', 'vega-lite'] },
  code: {
    title: 'programs and SQL of callers, in a sandbox',
    packages: ['pyodide', 'quickjs-emscripten', 'sql.js'],
  },
  format: { title: 'formatting of source code', packages: ['prettier'] },
  holidays: { title: 'public holidays of countries', packages: ['date-holidays'] },
  ocr: { title: 'printed text in pictures', packages: ['tesseract.js', '@tesseract.js-data/eng'] },
  office: {
    title: 'Word documents and Excel workbooks',
    packages: ['docx', 'mammoth', 'write-excel-file'],
  },
  'pdf-pictures': { title: 'pages of PDF documents as pictures', packages: ['@hyzyla/pdfium'] },
  sql: {
    title: 'parsers of SQL dialects',
    packages: ['libpg-query', 'node-sql-parser', 'sql-formatter'],
  },
  types: { title: 'type declarations from JSON', packages: ['quicktype-core'] },
} as const satisfies Readonly<Record<string, Engine>>

export interface Engine {
  /** What it is for, as the rest of a sentence. */
  readonly title: string
  readonly packages: readonly string[]
}

export type EngineName = keyof typeof ENGINES

/** In a clone, the script that lies beside this file; elsewhere the command of the package. */
const COMMAND = import.meta.url.includes('/node_modules/')
  ? 'npx farebox engines'
  : 'npm run engines --'

/** The command that adds it to this installation. */
export const commandFor = (name: EngineName): string => `${COMMAND} ${name}`

/** Why a tool that needs it cannot run, as the end of a sentence. */
export const missingEngine = (name: EngineName): string =>
  `its engine ${name} (${ENGINES[name].packages.join(', ')}) is not installed; \`${commandFor(name)}\` adds it.`

const NOT_FOUND = 'ERR_MODULE_NOT_FOUND'

/** Loads a package of an engine in a tool that can do a part of its work without it. */
export async function loadEngine<T>(name: EngineName, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (thrown) {
    if ((thrown as { code?: string }).code !== NOT_FOUND) throw thrown
    throw new Fault('not_configured', `This input cannot be served: ${missingEngine(name)}`, {
      cause: thrown,
    })
  }
}
