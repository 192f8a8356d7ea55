/** The result of sending a batch; code 0 is success. */
interface ExportResult {
  code: number
  error?: Error
}

interface Exporter<Batch> {
  export(batch: Batch, told: (result: ExportResult) => void): void
}

/** Returns the exporter, which from now on reports the first failure of an outage. */
export function reporting<Batch, Kind extends Exporter<Batch>>(exporter: Kind, report: (error: unknown) => void): Kind {
  const send = exporter.export.bind(exporter)
  let hasFailed = false
  exporter.export = (batch: Batch, told: (result: ExportResult) => void) =>
    send(batch, (result) => {
      if (result.code !== 0 && !hasFailed) report(result.error)
      hasFailed = result.code !== 0
      told(result)
    })
  return exporter
}
