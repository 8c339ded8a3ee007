/** Heights of the charts, for the charts and for what keeps their place until they come. Latency takes what is left. */
export const THROUGHPUT_HEIGHT_CLASS = "h-[154px] wide:h-[180px]";
export const LATENCY_HEIGHT_CLASS = "min-h-[234px] flex-1 wide:min-h-[312px]";
