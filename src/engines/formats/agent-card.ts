import { jsonType, pointerTo } from '../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** Checks an A2A agent card of version 0.3 or 1.0, by the JSON names of its protocol buffers. */

export interface CardReport {
  readonly valid: boolean
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  readonly warnings: readonly string[]
  readonly skills: number
  readonly protocolVersion: string
  readonly bindings: readonly string[]
}

const ERRORS_MAX = 200
const BINDINGS = ['JSONRPC', 'GRPC', 'HTTP+JSON']
const SCHEMES_1 = [
  'apiKeySecurityScheme',
  'httpAuthSecurityScheme',
  'oauth2SecurityScheme',
  'openIdConnectSecurityScheme',
  'mtlsSecurityScheme',
]
const SCHEMES_0 = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS']
/** The required members of each scheme of version 0.3. */
const SCHEME_NEEDS: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
  mutualTLS: [],
}

export function checkCard(card: JsonObject): CardReport {
  const errors: { path: string; message: string }[] = []
  const warnings: string[] = []
  const add = (path: string, message: string) => {
    if (errors.length < ERRORS_MAX) errors.push({ path, message })
  }
  const isNew = 'supportedInterfaces' in card
  const bindings = isNew ? newInterfaces() : oldInterfaces()
  for (const name of ['name', 'description', 'version']) text(card, name, '')
  for (const name of ['documentationUrl', 'iconUrl'])
    if (card[name] !== undefined) address(card, name, '')
  provider()
  capabilities()
  for (const name of ['defaultInputModes', 'defaultOutputModes']) texts(card, name, '', true)
  const skills = list(card, 'skills', '')
  skills.forEach((skill, at) => checkSkill(skill, pointerTo('/skills', at)))
  repeated(skills)
  schemes()
  return {
    valid: errors.length === 0,
    errors,
    warnings,
    skills: skills.length,
    protocolVersion: isNew ? '1.0' : '0.3',
    bindings,
  }

  function text(holder: JsonObject, name: string, path: string): string | undefined {
    const value = holder[name]
    const at = pointerTo(path, name)
    if (value === undefined) add(at, 'is required')
    else if (typeof value !== 'string') add(at, `must be a string, not ${jsonType(value)}`)
    else if (value.trim() === '') add(at, 'must not be empty')
    else return value
    return undefined
  }

  function address(holder: JsonObject, name: string, path: string): void {
    const value = text(holder, name, path)
    if (value === undefined) return
    const url = URL.parse(value)
    if (!url)
      return add(pointerTo(path, name), 'must be a whole address, such as https://example.com/a2a')
    const isLocal = /^(localhost|127\.|\[::1\])/.test(url.hostname)
    if (url.protocol === 'http:' && !isLocal)
      warnings.push(
        `${pointerTo(path, name)} is not https, which the protocol asks for in production`,
      )
    else if (!/^(https?|grpcs?):$/.test(url.protocol))
      add(pointerTo(path, name), `must be https, not ${url.protocol.replace(':', '')}`)
  }

  function texts(holder: JsonObject, name: string, path: string, isRequired: boolean): void {
    const at = pointerTo(path, name)
    const value = holder[name]
    if (value === undefined) {
      if (isRequired) add(at, 'is required')
      return
    }
    if (!Array.isArray(value)) return add(at, `must be a list of strings, not ${jsonType(value)}`)
    if (isRequired && value.length === 0) add(at, 'must not be empty')
    value.forEach((one, index) => {
      if (typeof one !== 'string')
        add(pointerTo(at, index), `must be a string, not ${jsonType(one)}`)
      else if (name.endsWith('Modes') && !/^[\w.+-]+\/[\w.+*-]+(;.*)?$/.test(one))
        warnings.push(`${pointerTo(at, index)} is no media type, such as text/plain`)
    })
  }

  function list(holder: JsonObject, name: string, path: string): readonly JsonObject[] {
    const at = pointerTo(path, name)
    const value = holder[name]
    if (value === undefined) add(at, 'is required')
    else if (!Array.isArray(value)) add(at, `must be a list, not ${jsonType(value)}`)
    else {
      value.forEach((one, index) => {
        if (!isObject(one)) add(pointerTo(at, index), `must be an object, not ${jsonType(one)}`)
      })
      return value.map((one) => (isObject(one) ? one : {}))
    }
    return []
  }

  function newInterfaces(): readonly string[] {
    const interfaces = list(card, 'supportedInterfaces', '')
    if (interfaces.length === 0) add('/supportedInterfaces', 'must have at least one interface')
    if ('url' in card) warnings.push('url is of protocol 0.3; 1.0 reads supportedInterfaces')
    return interfaces.flatMap((one, index) => {
      const at = pointerTo('/supportedInterfaces', index)
      address(one, 'url', at)
      const version = text(one, 'protocolVersion', at)
      if (version !== undefined && !/^\d+\.\d+(\.\d+)?$/.test(version))
        add(`${at}/protocolVersion`, 'must be a version, such as 1.0')
      return binding(one, 'protocolBinding', at)
    })
  }

  function oldInterfaces(): readonly string[] {
    address(card, 'url', '')
    const version = text(card, 'protocolVersion', '')
    if (version !== undefined && !/^0\.[1-3](\.\d+)?$/.test(version))
      add('/protocolVersion', 'must be 0.3 or older; 1.0 has supportedInterfaces instead of url')
    const first =
      card['preferredTransport'] === undefined
        ? ['JSONRPC']
        : binding(card, 'preferredTransport', '')
    const others =
      card['additionalInterfaces'] === undefined ? [] : list(card, 'additionalInterfaces', '')
    const more = others.flatMap((one, index) => {
      const at = pointerTo('/additionalInterfaces', index)
      address(one, 'url', at)
      return binding(one, 'transport', at)
    })
    return [...new Set([...first, ...more])]
  }

  function binding(holder: JsonObject, name: string, path: string): readonly string[] {
    const value = text(holder, name, path)
    if (value === undefined) return []
    if (!BINDINGS.includes(value))
      warnings.push(`${pointerTo(path, name)} is ${value}, which is none of ${BINDINGS.join(', ')}`)
    return [value]
  }

  function provider(): void {
    const value = card['provider']
    if (value === undefined) return
    if (!isObject(value)) return add('/provider', `must be an object, not ${jsonType(value)}`)
    text(value, 'organization', '/provider')
    address(value, 'url', '/provider')
  }

  function capabilities(): void {
    const value = card['capabilities']
    if (value === undefined) return add('/capabilities', 'is required; it may be {}')
    if (!isObject(value)) return add('/capabilities', `must be an object, not ${jsonType(value)}`)
    for (const name of [
      'streaming',
      'pushNotifications',
      'stateTransitionHistory',
      'extendedAgentCard',
    ]) {
      const told = value[name]
      if (told !== undefined && typeof told !== 'boolean')
        add(`/capabilities/${name}`, `must be true or false, not ${jsonType(told)}`)
    }
    if (value['extensions'] === undefined) return
    list(value, 'extensions', '/capabilities').forEach((one, index) =>
      text(one, 'uri', pointerTo('/capabilities/extensions', index)),
    )
  }

  function checkSkill(skill: JsonObject, path: string): void {
    for (const name of ['id', 'name', 'description']) text(skill, name, path)
    texts(skill, 'tags', path, true)
    for (const name of ['examples', 'inputModes', 'outputModes']) texts(skill, name, path, false)
  }

  function repeated(all: readonly JsonObject[]): void {
    const seen = new Set<unknown>()
    all.forEach(({ id }, at) => {
      if (id !== undefined && seen.has(id)) add(`${pointerTo('/skills', at)}/id`, 'stands twice')
      seen.add(id)
    })
    if (all.length === 0 && Array.isArray(card['skills']))
      warnings.push('skills is empty: nobody finds it')
  }

  function schemes(): void {
    const value = card['securitySchemes']
    const known = isObject(value) ? Object.keys(value) : []
    if (value !== undefined && !isObject(value))
      add('/securitySchemes', `must be an object, not ${jsonType(value)}`)
    if (isObject(value))
      for (const name of known) checkScheme(value[name], pointerTo('/securitySchemes', name))
    const asked = card[isNew ? 'securityRequirements' : 'security']
    if (!Array.isArray(asked)) return
    asked.forEach((one, at) => {
      const names = isObject(one) && isObject(one['schemes']) ? one['schemes'] : one
      for (const name of isObject(names) ? Object.keys(names) : [])
        if (!known.includes(name))
          add(
            pointerTo(`/${isNew ? 'securityRequirements' : 'security'}`, at),
            `names the scheme ${name}, which securitySchemes does not have`,
          )
    })
  }

  function checkScheme(scheme: unknown, path: string): void {
    if (!isObject(scheme)) return add(path, `must be an object, not ${jsonType(scheme)}`)
    if (isNew) {
      const kinds = SCHEMES_1.filter((kind) => isObject(scheme[kind]))
      if (kinds.length !== 1) add(path, `must have one of ${SCHEMES_1.join(', ')}`)
      return
    }
    const type = text(scheme, 'type', path)
    if (type === undefined) return
    if (!SCHEMES_0.includes(type))
      return add(`${path}/type`, `must be one of ${SCHEMES_0.join(', ')}`)
    for (const name of SCHEME_NEEDS[type] ?? [])
      if (scheme[name] === undefined) add(pointerTo(path, name), 'is required')
  }
}
