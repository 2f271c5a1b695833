import { basename } from 'node:path'
import type { ReadText } from '../../../base/core/setting.ts'
import { LOCAL_ADDRESS, LOCAL_CONTEXT, LOCAL_KEY, LOCAL_MODEL } from '../local/settings.ts'
import { bearer, type OpenProvider, type Provider } from './provider.ts'

/** A CPU needs time to read a long question. */
const FIRST_CONTENT_MS = 150_000

/** The model file that this instance runs itself. */
export const local: Provider = {
  name: 'local',
  title: 'The model of this instance',
  settings: [LOCAL_MODEL, LOCAL_CONTEXT],
  open(read) {
    const file = read(LOCAL_MODEL.name)
    return file === undefined ? null : localProvider(read, file)
  },
}

/** The process of this instance that runs a model file; null if no process runs. */
export function localProvider(read: ReadText, file: string): OpenProvider | null {
  const base = read(LOCAL_ADDRESS)
  const key = read(LOCAL_KEY)
  if (base === undefined || key === undefined) return null
  const name = basename(file, '.gguf')
  return {
    name: 'local',
    title: 'The model of this instance',
    base,
    headers: bearer(key),
    secret: key,
    wires: ['chat'],
    quirks: {},
    modelId: () => name,
    isOwn: true,
    firstContentMs: FIRST_CONTENT_MS,
  }
}
