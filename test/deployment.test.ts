import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { OWN_SETTINGS } from '../src/service/settings/config.ts'
import { ROOT } from './support/conventions/source.ts'

/** The files of the guide for many machines, read by a parser and held against their formats. */
const guide = await readFile(join(ROOT, 'docs/guides/scale.md'), 'utf8')
const blocks = [...guide.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text)

function documentsOf(text: string): unknown[] {
  const documents = parseAllDocuments(text, { strict: true, uniqueKeys: true })
  if ('empty' in documents) throw new Error('no YAML')
  for (const { errors, warnings } of documents) expect([...errors, ...warnings]).toEqual([])
  return documents.map((document) => document.toJS() as unknown)
}

const name = z.string().regex(/^[a-z]([-a-z0-9]*[a-z0-9])?$/)
const scalars = z.record(z.string(), z.union([z.string(), z.number()]))
const duration = z.string().regex(/^(\d+(us|ms|s|m|h))+$/)

/** What the files use of the Compose specification, and nothing that it does not know. */
const Compose = z.strictObject({
  services: z.record(
    name,
    z.strictObject({
      image: z.string(),
      command: z.string().optional(),
      deploy: z.strictObject({ replicas: z.int().positive() }).optional(),
      environment: scalars.optional(),
      depends_on: z
        .record(name, z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) }))
        .optional(),
      stop_grace_period: duration.optional(),
      volumes: z.array(z.string().regex(/^[a-z]+:\/\S+$/)).optional(),
      ports: z.array(z.string().regex(/^\d+:\d+$/)).optional(),
      healthcheck: z.strictObject({ test: z.array(z.string()), interval: duration }).optional(),
    }),
  ),
  volumes: z.record(name, z.strictObject({})),
})

const port = z.int().min(1).max(65_535)
const labels = z.record(z.string(), z.string())
const metadata = z.strictObject({ name })
const quantity = z.string().regex(/^\d+(m|Ki|Mi|Gi)?$/)
const resources = z.strictObject({ cpu: quantity.optional(), memory: quantity.optional() })

const Deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({
    replicas: z.int().positive(),
    strategy: z.strictObject({
      rollingUpdate: z.strictObject({ maxUnavailable: z.int(), maxSurge: z.int() }),
    }),
    selector: z.strictObject({ matchLabels: labels }),
    template: z.strictObject({
      metadata: z.strictObject({ labels }),
      spec: z.strictObject({
        terminationGracePeriodSeconds: z.int(),
        containers: z.tuple([
          z.strictObject({
            name,
            image: z.string(),
            ports: z.array(z.strictObject({ containerPort: port, name: name.optional() })),
            env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
            envFrom: z.array(z.strictObject({ secretRef: metadata })),
            readinessProbe: z.strictObject({
              httpGet: z.strictObject({ path: z.string().startsWith('/'), port }),
              periodSeconds: z.int().positive(),
            }),
            lifecycle: z.strictObject({
              preStop: z.strictObject({
                exec: z.strictObject({ command: z.array(z.string()) }),
              }),
            }),
            resources: z.strictObject({ requests: resources, limits: resources }),
          }),
        ]),
      }),
    }),
  }),
})

const Service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata,
  spec: z.strictObject({
    selector: labels,
    ports: z.array(z.strictObject({ port, targetPort: port })),
  }),
})

const known = (names: readonly string[]): readonly string[] =>
  names.filter((each) => each !== 'NODE_ENV' && !(each in OWN_SETTINGS))

describe('the guide for many machines', () => {
  test('its compose file names only existing settings and files', () => {
    const { services, volumes } = Compose.parse(documentsOf(blocks[0]!)[0])
    for (const { depends_on: needs = {}, volumes: mounted = [] } of Object.values(services)) {
      for (const each of Object.keys(needs)) expect(services[each]?.healthcheck).toBeDefined()
      for (const each of mounted) expect(volumes).toHaveProperty(each.split(':')[0]!)
    }
    const { environment = {} } = services['farebox']!
    expect(known(Object.keys(environment))).toEqual([])
    expect(String(environment['DATABASE_URL'])).toContain('@database/')
  })

  test('its Kubernetes manifest is consistent', () => {
    const [first, second, third, ...more] = documentsOf(blocks[1]!)
    const { spec } = Deployment.parse(first)
    const service = Service.parse(second)
    const [container] = spec.template.spec.containers
    const open = container.ports.map(({ containerPort }) => containerPort)
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels)
    expect(service.spec.selector).toEqual(spec.selector.matchLabels)
    expect(open).toContain(container.readinessProbe.httpGet.port)
    for (const { targetPort } of service.spec.ports) expect(open).toContain(targetPort)
    expect(known(container.env.map((each) => each.name))).toEqual([])
    expect(third).toMatchObject({ apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster' })
    expect(more).toEqual([])
  })
})
