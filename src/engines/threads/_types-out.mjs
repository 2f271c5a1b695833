// Loaded before anything else by each thread of work, and so plain JS: it hands the thread its sources with their types
// blanked out, as an earlier thread has kept them. The compiler that does it takes 10 MB and 80 ms of every thread.
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData, threadId } from 'node:worker_threads'

const folder = getEnvironmentData('folder-without-types')

if (folder)
  registerHooks({
    load(url, context, next) {
      if (!/^file:.*\.ts$/.test(url)) return next(url, context)
      return { format: 'module', source: withoutTypes(fileURLToPath(url)), shortCircuit: true }
    },
  })

/** What is kept stands behind the digests of its source and of itself, for disks lose the ends of files. */
function withoutTypes(path) {
  const source = readFileSync(path, 'utf8')
  const file = join(folder, `types-out-${digest(path)}.js`)
  const [from, whole, ...lines] = read(file).split('\n')
  const kept = lines.join('\n')
  if (from === digest(source) && whole === digest(kept)) return kept
  const made = stripTypeScriptTypes(source, { mode: 'strip' })
  keep(file, [digest(source), digest(made), made].join('\n'))
  return made
}

const digest = (text) => hash('sha256', text)

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Whole or not at all, for other threads and processes read the same folder; where it cannot be written, not at all. */
function keep(file, text) {
  try {
    mkdirSync(folder, { recursive: true })
    const written = `${file}.${process.pid}.${threadId}`
    writeFileSync(written, text)
    renameSync(written, file)
  } catch {
    // The next thread blanks them out again.
  }
}
