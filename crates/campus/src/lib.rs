//! campus
