import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import sshKeyParse from './ssh-key-parse.ts'

const ECDSA =
  'ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBFH7+0sQxSPnxSPMvPHFnMZd8tb20mzUi8m0nSKWQhdiNUsLeYTGuSz4WAhK3RO7448r3swgiJ1PGyC5jZTfEvtj2ZEVHCE6lG2wzzNgqHaN3t3f9TfLFZrm8Hrr38aHeA== me@host with space'
const RSA =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDAB0fNZl0JOyHNfPh+vxuxvH++HiLPifV6vfItZwjflZVtOzhDRcli6UXz3lxUmL3dFL+Rs1X2IASGLgzQpDTTHzdAJiXkU28lyZzJQkV3BzhtvTqz9nah6igXKLAC/xPqapmNAexUJCUF8oU8Lh1KXiIQtSNxMpCiQe0x3e0eNQ== me@host with space'
const DSS =
  'ssh-dss AAAAB3NzaC1kc3MAAACBAPdh2ybi2bHbMFAafF7wPfSpeNruxRXWWiyojwVHsMDDP4l7FWfob5hTAYxHyWxTeOczgF1LJrFGhgssC3vEOtl0RgsADC/nW48KGjtEflrL+Uds6fgmn/9867p0afm+Ajmq2c+lKaHbD9lSZKJBDGczNRrWut82pwTClGcP/yQpAAAAFQDxHge3R4WE5NCsIX3w+VnmsosUjwAAAIBwlVfU0Dy0UK49q25IJwYqJZeOuFPxd7skrDh/aTnypzsj5+S38TpS6CNVhdBi/rx/J5eEe0noraIS/AsI9DkG68YvUIIUhqk1LQ0Mo2W1Dk3rKxRBMkUWGPhj13YpMHCH6EHYJzJfH4bIHUOwOKt7UEOlbzAO9KHzPpi8f+a9qgAAAIAz6Jy7oVP7JYzTGRrrmVvDIHHW4lgrKCplLLztMvd6sX7CND9riyaQjQ40nWcb7RkpsR2A6RZsUy6OQ2Aty1kThbejj3h1S9GNJ4KqSFAAnVoNsz3mmm1YFBsPOHbeBYRbuqDJEYMfWhq9yzhkV9QKBayqvFuMQJWR/dpsGX0usA== me@host with space'
const ED25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f'
const BLOB = ED25519.split(' ')[1]!

describe('ssh-key-parse', () => {
  test.each([
    [
      ECDSA,
      384,
      'pi9bY1QKE+O3zjimLdYSrgElAxpUNWF1m9jS2DonT28',
      '8f:8b:27:c7:fb:a7:2a:c2:33:98:66:88:b6:a3:f4:bf',
    ],
    [
      RSA,
      1024,
      'TYdw2Zd6LkRb/OpPwQhwXYdozLpAPAGcBFm6jcPLmY4',
      'f0:b3:d0:fe:2b:25:5a:9c:8b:e2:49:9a:35:14:48:e1',
    ],
    [
      DSS,
      1024,
      'L6Iw4UiSQu3aQoIlF0UfeybkeU9AYZhdqebuxqE04cY',
      '5d:09:97:9c:b8:51:56:c7:14:df:8b:7d:f6:b6:14:06',
    ],
  ])('as ssh-keygen reads %#', async (key, bits, sha256, md5) => {
    expect(await runExample(sshKeyParse, { key })).toMatchObject({
      type: key.split(' ')[0],
      bits,
      comment: 'me@host with space',
      fingerprintSha256: `SHA256:${sha256}`,
      fingerprintMd5: `MD5:${md5}`,
      options: [],
    })
  })

  test.each([
    ['no-pty,command="echo \\"a, b\\" c",from="*.x.com"', 3],
    ['restrict', 1],
  ])('options %s', async (options, count) => {
    const answer = await runExample(sshKeyParse, { key: `# mine\n\n${options} ${ED25519}` })
    expect(answer).toMatchObject({ type: 'ssh-ed25519', comment: '' })
    expect(answer['options']).toHaveLength(count)
    expect((answer['options'] as string[]).join(',')).toBe(options)
  })

  test('RFC 4716', async () => {
    const lines = ['Comment: "my \\', 'key"', 'x-other: 1', BLOB.slice(0, 40), BLOB.slice(40)]
    const key = ['---- BEGIN SSH2 PUBLIC KEY ----', ...lines, '---- END SSH2 PUBLIC KEY ----'].join(
      '\n',
    )
    expect(await runExample(sshKeyParse, { key })).toMatchObject({ comment: 'my key', bits: 256 })
  })

  test('keys of security tokens', async () => {
    const type = 'sk-ssh-ed25519@openssh.com'
    const token = Buffer.concat([field(type), field(Buffer.alloc(32, 9)), field('ssh:')])
    const answer = await runExample(sshKeyParse, { key: `${type} ${token.toString('base64')}` })
    expect(answer).toMatchObject({ type, bits: 256 })
  })

  const empty = Buffer.concat([field('ssh-rsa'), field(''), field('')]).toString('base64')
  test.each([
    ['', 'key: must be one key'],
    [`${ED25519}\n${ED25519}`, 'key: must be one key, but has 2 lines'],
    ['ssh-ed25519', 'key: must be options, type'],
    ['ssh-ed25519 AAAA', 'key: is damaged'],
    ['ssh-ed25519 *', 'key: must be base64'],
    [ED25519.slice(0, -4), 'key: is damaged'],
    [`${ED25519}AAAA`, 'key: is damaged'],
    [`ssh-rsa ${BLOB}`, 'key: must have one type, but says ssh-rsa and holds ssh-ed25519'],
    [`ssh-rsa ${empty}`, 'key: is damaged'],
    ['ssh-ed25519 ////////', 'key: is damaged'],
    ['constructor AAAA', 'key: must be options, type'],
    [`ssh-ed25519-cert-v01@openssh.com ${BLOB}`, 'key: is an OpenSSH certificate'],
    ['a="', 'key: must be options, type'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', 'key: must be public'],
    ['-----BEGIN PUBLIC KEY-----', 'key: must be an OpenSSH line'],
    ['---- BEGIN SSH2 PUBLIC KEY ----', 'key: must end with'],
    ['x '.repeat(10_000), 'key: must be options, type'],
  ])('refuses %#', async (key, message) => {
    await expect(runExample(sshKeyParse, { key })).rejects.toThrow(message)
  })
})

function field(bytes: Buffer | string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, Buffer.from(bytes)])
}
