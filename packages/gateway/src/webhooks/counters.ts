/** What came of the attempts of this process since it started. For metrics. */
export interface DeliveryCounters {
  /** Deliveries that were taken. */
  succeeded: number
  /** Attempts that failed, to be repeated. */
  retried: number
  /** Deliveries that were given up. */
  failed: number
  /** Endpoints that were disabled. */
  disabled: number
}

export const newDeliveryCounters = (): DeliveryCounters => ({ succeeded: 0, retried: 0, failed: 0, disabled: 0 })
