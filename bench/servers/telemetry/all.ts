import { receiver, serveTold } from './told.ts'

await serveTold({ ...(await receiver()), OTEL_TRACES_SAMPLER: 'always_on' })
