import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar-fs'
import { Fault } from '../../base/core/fault.ts'
import { escapedMarkup } from '../../base/lib/escaped-markup.ts'

/** Chromium from an npm package, unpacked into a folder that only this user may write to. */
export interface Installed {
  readonly executablePath: string
  readonly environment: Readonly<Record<string, string>>
}

const ARCHIVE = '@sparticuz/chromium'
const UNPACKING = 'unpacking-'
/** An unfinished unpacking older than this belongs to a process that died. */
const GIVEN_UP_MS = 10 * 60_000

/**
 * Unpacks Chromium once: about two seconds and 211 MB. Several processes may do so at once; the
 * first to finish is used. `afresh` replaces a folder whose files were changed.
 */
export async function install(cache: string, afresh = false): Promise<Installed> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Fault(
      'not_configured',
      'There is no browser for this platform: set CHROMIUM_PATH to a Chromium or Chrome.',
    )
  const archive = dirname(dirname(fileURLToPath(import.meta.resolve(ARCHIVE))))
  const { version } = JSON.parse(await readFile(join(archive, 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(cache, `chromium-${version}`)
  const executablePath = join(folder, 'chromium')
  if (afresh) await rm(folder, { recursive: true, force: true })
  if (!existsSync(executablePath)) await unpack(join(archive, 'bin'), cache, folder)
  const libraries = join(folder, 'al2023', 'lib')
  return { executablePath, environment: { LD_LIBRARY_PATH: libraries } }
}

async function unpack(archive: string, cache: string, folder: string): Promise<void> {
  await dropGivenUp(cache)
  const unfinished = await mkdtemp(join(cache, UNPACKING))
  const streamed = (name: string, into: NodeJS.WritableStream) =>
    pipeline(createReadStream(join(archive, name)), createBrotliDecompress(), into)
  await Promise.all([
    streamed('chromium.br', createWriteStream(join(unfinished, 'chromium'), { mode: 0o700 })),
    streamed('swiftshader.tar.br', extract(unfinished)),
    streamed('al2023.tar.br', extract(join(unfinished, 'al2023'))),
    streamed('fonts.tar.br', extract(join(unfinished, 'fonts'))),
  ])
  try {
    await rename(unfinished, folder)
  } catch (thrown) {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(join(folder, 'chromium'))) throw thrown
  }
}

async function dropGivenUp(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(UNPACKING)) continue
    const path = join(cache, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > GIVEN_UP_MS) await rm(path, { recursive: true, force: true })
  }
}

/** A machine without fonts draws no text, so we bring fonts; those of the machine are used too. */
export async function writeFontSettings(cache: string, scratch: string): Promise<string> {
  const ours = fileURLToPath(new URL('ttf', import.meta.resolve('dejavu-fonts-ttf/package.json')))
  const folders = [ours, '/usr/share/fonts', '/usr/local/share/fonts']
  const families = [
    ['sans-serif', 'DejaVu Sans'],
    ['serif', 'DejaVu Serif'],
    ['monospace', 'DejaVu Sans Mono'],
  ]
  const settings = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${escapedMarkup(folder)}</dir>`),
    `<cachedir>${escapedMarkup(join(cache, 'font-cache'))}</cachedir>`,
    ...families.map(
      ([generic, family]) =>
        `<alias><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`,
    ),
    '</fontconfig>',
  ]
  const file = join(scratch, 'fonts.conf')
  await mkdir(join(cache, 'font-cache'), { recursive: true })
  await writeFile(file, settings.join('\n'))
  return file
}
