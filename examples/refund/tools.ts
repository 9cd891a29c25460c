const ORDER = {
  order: 7741,
  status: "pending",
  lines: [
    { sku: "LMP-114", title: "Desk lamp, brass", cents: 6_450 },
    { sku: "BLB-009", title: "Bulb E27, warm", cents: 390 },
  ],
  shipment: null,
  note: "Held back: lamp LMP-114 waits for stock.",
};

const SENTENCE = "The customer asks where the parcel is and would rather have the money back. ";

export const TOOLS: Readonly<Record<string, () => string>> = {
  get_order: () => JSON.stringify(ORDER, null, 1),
  get_transcript: () => SENTENCE.repeat(160),
  get_terms: () =>
    "Orders that are pending can be refunded in full. Shipped ones go through returns. ".repeat(20),
  get_courier: () =>
    "No parcel is known under this number yet; numbers are given out in advance. ".repeat(10),
  open_refund: () => "refund 88 opened",
  send_tracking_email: () => "mail sent",
};
