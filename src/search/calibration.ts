/** Written by eval/confidence.mjs: what evidence weighs in each mode, and where the marks are. */
export interface Calibrated {
  readonly weights: Readonly<Record<string, number>>;
  readonly bias: number;
  /** Below `low` nothing here answers; from `high` on something most likely does. */
  readonly marks: { readonly low: number; readonly high: number };
}

export const calibration: {
  /** Whose vectors `hybrid` and `vector` were calibrated with. */
  readonly model: string;
  readonly modes: Readonly<Record<'hybrid' | 'keyword' | 'vector', Calibrated>>;
} = {
  model: 'froe/builtin-2',
  modes: {
    hybrid: {
      weights: {
        covered: 0.321,
        coveredFirst: 3.114,
        topic: 0.6608,
        topicRare: 0.0745,
        onTopic: 0.5006,
        onTopicFirst: 0.5244,
        meeting: 0.167,
        meetingHere: -0.02324,
        size: -0.5924,
        nearest: 4.198,
        nearestTen: 3.36,
        nearestAll: 5.794,
      },
      bias: -1.028,
      marks: { low: -1.4593, high: 0.2527 },
    },
    keyword: {
      weights: {
        covered: 0.7704,
        coveredFirst: 3.935,
        topic: 1.283,
        topicRare: 0.05943,
        onTopic: 0.5932,
        onTopicFirst: 0.2814,
        meeting: 0.1688,
        meetingHere: -0.01566,
        size: -0.3007,
      },
      bias: -0.01192,
      marks: { low: -1.73, high: 0.3813 },
    },
    vector: {
      weights: {
        covered: 1.17,
        coveredFirst: 1.537,
        topic: 0.6329,
        topicRare: 0.4135,
        onTopic: 0.01837,
        onTopicFirst: 0.05842,
        meeting: 0.2301,
        meetingHere: -0.1225,
        size: -0.4446,
        nearest: 3.428,
        nearestTen: 2.698,
        nearestAll: 5.881,
      },
      bias: -0.4021,
      marks: { low: -1.7197, high: 0.2568 },
    },
  },
};
