import { createHash } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { KB, text } from '../../../lib/fields.ts'
import { readSshBlob } from './_ssh.ts'
import { parseSshLine } from './_ssh-line.ts'

export default defineTool({
  route: 'POST /api/ssh-key-parse',
  name: 'SSH key parse',
  description:
    'Type, strength, fingerprints, comment and options of an SSH public key or authorized_keys ' +
    'line, with the key as PEM.',
  asks: ['what type of SSH key is this', 'fingerprint of a public ssh key'],
  price: '$0.001',
  uses: {},
  input: z.object({
    key: text(20 * KB).describe(
      'One public key, up to 20 KB: a line as in a .pub or authorized_keys file, or an RFC ' +
        '4716 block.',
    ),
  }),
  output: z.object({
    type: z.string().describe('Such as ssh-ed25519, ssh-rsa or ecdsa-sha2-nistp256.'),
    bits: z.int().describe('Size of the key.'),
    comment: z.string().describe('Empty if there is none.'),
    fingerprintSha256: z.string().describe('As ssh-keygen -l prints it: SHA256: and base64.'),
    fingerprintMd5: z.string().describe('The older form: MD5: and hex with colons.'),
    pem: z.string().optional().describe('The same key as SPKI PEM; absent for ssh-dss.'),
    options: z.array(z.string()).describe('Options before the type, as authorized_keys has them.'),
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
      throw badInput(`key: says ${declared}, but holds ${read.type}.`)
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
