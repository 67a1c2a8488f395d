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
        covered: 0.1789,
        coveredFirst: 3.395,
        topic: 0.438,
        topicRare: 0.02726,
        onTopic: 0.7906,
        onTopicFirst: 0.4493,
        meeting: 0.1319,
        meetingHere: 0.02331,
        size: -0.6131,
        nearest: 6.322,
        nearestTen: -0.9958,
        nearestAll: 7.64,
      },
      bias: -1.257,
      marks: { low: -1.2096, high: 0.4302 },
    },
    keyword: {
      weights: {
        covered: 0.364,
        coveredFirst: 4.273,
        topic: 1.143,
        topicRare: -0.04496,
        onTopic: 0.8871,
        onTopicFirst: 0.253,
        meeting: 0.1554,
        meetingHere: 0.004266,
        size: -0.3088,
      },
      bias: -0.3048,
      marks: { low: -1.8474, high: 0.2631 },
    },
    vector: {
      weights: {
        covered: 1.311,
        coveredFirst: 1.592,
        topic: 0.66,
        topicRare: 0.3797,
        onTopic: -1.261,
        onTopicFirst: 1.649,
        meeting: 0.204,
        meetingHere: -0.07178,
        size: -0.4268,
        nearest: 3.922,
        nearestTen: -2.219,
        nearestAll: 9.416,
      },
      bias: -0.004286,
      marks: { low: -1.726, high: 0.0818 },
    },
  },
};
