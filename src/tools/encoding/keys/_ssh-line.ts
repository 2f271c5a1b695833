import { badInput } from '../../../core/fault.ts'
import { bytesOfBase64 } from '../../../lib/bytes.ts'
import { SSH_TYPES } from './_ssh.ts'

/** A public key as a file holds it. */
export interface SshLine {
  readonly options: readonly string[]
  /** The type before the blob, which the blob names again; RFC 4716 leaves it out. */
  readonly declared?: string
  readonly blob: Buffer
  readonly comment: string
}

export function parseSshLine(text: string): SshLine {
  if (/PRIVATE KEY-----/.test(text)) {
    throw badInput('key: is a private key; give the public one, of the file that ends in .pub.')
  }
  if (text.startsWith('-----BEGIN ')) {
    throw badInput('key: is PEM; give an OpenSSH line, which ssh-keygen -i -m PKCS8 makes of it.')
  }
  if (text.startsWith('---- BEGIN SSH2 PUBLIC KEY ----')) return parseBlock(text)
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^\s#]/.test(line))
  if (lines.length !== 1) throw badInput(`key: must be one key, and has ${lines.length} lines.`)
  return parseLine(lines[0]!.trim())
}

function parseLine(line: string): SshLine {
  const [options, rest] = isType(firstWord(line)) ? [[], line] : optionsOf(line)
  const [, declared = '', encoded = '', comment = ''] = /^(\S+)\s+(\S+)\s*(.*)$/.exec(rest) ?? []
  if ([firstWord(line), declared].some((word) => word.endsWith('-cert-v01@openssh.com'))) {
    throw badInput('key: is an OpenSSH certificate; give the plain public key.')
  }
  if (!isType(declared)) {
    throw badInput(
      `key: must be options, type, base64 and comment; type one of ${SSH_TYPES.join(', ')}.`,
    )
  }
  return { options, declared, blob: bytesOfBase64('key', encoded), comment }
}

const firstWord = (line: string): string => line.split(/\s/, 1)[0] ?? ''

const isType = (word: string): boolean => SSH_TYPES.includes(word)

/** Options end at the first space and part at commas, outside quotes; \" does not end a quote. */
function optionsOf(line: string): [options: string[], rest: string] {
  const options: string[] = ['']
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (!isQuoted && /\s/.test(character)) return [options, line.slice(at).trimStart()]
    if (!isQuoted && character === ',') {
      options.push('')
      continue
    }
    const isEscaped = isQuoted && line[at - 1] === '\\'
    if (character === '"' && !isEscaped) isQuoted = !isQuoted
    options[options.length - 1] += character
  }
  return [options, '']
}

/** RFC 4716: headers, of which a line may go on after a backslash, then base64. */
function parseBlock(text: string): SshLine {
  const lines = text
    .replace(/\\\r?\n/g, '')
    .split(/\r?\n/)
    .slice(1)
  const end = lines.indexOf('---- END SSH2 PUBLIC KEY ----')
  if (end < 0) throw badInput('key: must end with ---- END SSH2 PUBLIC KEY ----.')
  const body = lines.slice(0, end)
  const comment = body.find((line) => /^comment:/i.test(line))?.slice('comment:'.length) ?? ''
  const encoded = body.filter((line) => !line.includes(':')).join('')
  return {
    options: [],
    blob: bytesOfBase64('key', encoded),
    comment: comment.trim().replace(/^"(.*)"$/, '$1'),
  }
}
