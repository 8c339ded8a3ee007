/** Heights of the charts, for the charts and for what keeps their place until they come. */
export const THROUGHPUT_HEIGHT_CLASS = "h-[154px] wide:h-[180px]";
export const LATENCY_HEIGHT_CLASS = "h-[234px] wide:h-[312px]";
