import { createHash } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import { readSshBlob, SSH_TYPES } from './_ssh.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'

export default defineTool({
  route: 'POST /api/ssh-key-parse',
  name: 'SSH key parse',
  description:
    'Type, strength, fingerprints, comment and options of an SSH public key or authorized_keys ' +
    'line, with the key as PEM.',
  asks: [
    'what type of SSH key is this',
    'fingerprint of a public ssh key',
    'is this SSH key strong enough',
    'fingerprint of a public key',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    key: text(20 * KB).describe(
      'One public key, up to 20 KB: a line as in a .pub or authorized_keys file, or an RFC ' +
        '4716 block.',
    ),
  }),
  output: z.object({
    type: z.string().describe('Type, such as ssh-ed25519, ssh-rsa or ecdsa-sha2-nistp256.'),
    bits: z.int().describe('Size of the key in bits.'),
    comment: z.string().describe('Comment; empty if there is none.'),
    fingerprintSha256: z
      .string()
      .describe('SHA-256 fingerprint in the form of ssh-keygen -l: SHA256: and base64.'),
    fingerprintMd5: z
      .string()
      .describe('MD5 fingerprint, the older form: MD5: and hex with colons.'),
    pem: z.string().optional().describe('The same key as SPKI PEM; absent for ssh-dss.'),
    options: z.array(z.string()).describe('Options before the type, as in authorized_keys.'),
  }),
  examples: [
    {
      input: {
        key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f test',
      },
      output: {
        type: 'ssh-ed25519',
        bits: 256,
        comment: 'test',
        fingerprintSha256: 'SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA',
        fingerprintMd5: 'MD5:0f:a2:0a:d7:38:3e:65:45:08:6b:63:84:1c:ff:dc:ba',
        pem: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n-----END PUBLIC KEY-----\n',
        options: [],
      },
    },
  ],

  run({ key }) {
    const { options, blob, comment, declared } = parseSshLine(key.trim())
    const read = readSshBlob(blob)
    if (!read) throw badInput('key: is damaged, or of an unknown type.')
    if (declared !== undefined && declared !== read.type) {
      throw badInput(`key: must have one type, but says ${declared} and holds ${read.type}.`)
    }
    const sha256 = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')
    const md5 = createHash('md5').update(blob).digest('hex')
    return {
      type: read.type,
      bits: read.bits,
      comment,
      fingerprintSha256: `SHA256:${sha256}`,
      fingerprintMd5: `MD5:${md5.match(/../g)!.join(':')}`,
      ...(read.pem === undefined ? {} : { pem: read.pem }),
      options: [...options],
    }
  },
})

/** A public key in the form of a file. */
interface SshLine {
  readonly options: readonly string[]
  /** The type before the blob, which the blob repeats; RFC 4716 leaves it out. */
  readonly declared?: string
  readonly blob: Buffer
  readonly comment: string
}

function parseSshLine(text: string): SshLine {
  if (/PRIVATE KEY-----/.test(text)) {
    throw badInput('key: must be public, but is a private key; give the file that ends in .pub.')
  }
  if (text.startsWith('-----BEGIN ')) {
    throw badInput('key: must be an OpenSSH line, not PEM; ssh-keygen -i -m PKCS8 converts it.')
  }
  if (text.startsWith('---- BEGIN SSH2 PUBLIC KEY ----')) return parseBlock(text)
  const lines = text.split(/\r?\n/).filter((line) => /^\s*[^\s#]/.test(line))
  if (lines.length !== 1) throw badInput(`key: must be one key, but has ${lines.length} lines.`)
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

/**
 * Options end at the first space and are separated by commas, outside quotes; \" does not end a
 * quote.
 */
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

/** RFC 4716: headers, whose lines may continue after a backslash, then base64. */
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
